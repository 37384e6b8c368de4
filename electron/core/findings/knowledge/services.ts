/** Services that come with their package: whoever installs one wants it to run. */
export const isWellKnown = (unit: string): boolean =>
  /^(?:nginx|apache2|httpd|caddy|haproxy|traefik|docker|containerd|podman|cri-o|crio|k3s|kubelet|libvirtd|sshd?|ufw|firewalld|nftables|fail2ban|crowdsec|auditd|apparmor|clamav\S*|chronyd?|ntpd?|systemd-[\w-]+|unattended-upgrades|apt-daily\S*|dnf-automatic|postgresql\S*|mysqld?|mariadb|mongod|redis(?:-server)?|valkey|memcached|rabbitmq-server|elasticsearch|opensearch|kafka|zookeeper|etcd|consul|vault|nomad|influxdb|prometheus\S*|node_exporter|grafana(?:-server)?|loki|promtail|alloy|telegraf|collectd|rsyslog|filebeat|netdata|zabbix-\w+|wg-quick@\S+|tailscaled|openvpn\S*|cloudflared|bind9|named|unbound|dnsmasq|avahi-daemon|cups|smbd|nmbd|nfs-\S+|rpcbind|postfix|dovecot|bluetooth|cron|crond|atd|snapd|snapper-\S+|fstrim|smartd|smartmontools|jenkins|gitlab-runner|php\S*-fpm|tomcat\d*)(?:\.(?:service|socket|timer))?$/.test(
    unit,
  );
