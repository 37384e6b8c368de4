/**
 * A script of about `bytes` bytes in each language that rules parse: functions like those in
 * skills, all different, so nothing is cached.
 */
export const scripts = {
  bash: {
    path: 'scripts/report.sh',
    part: (n) => `# Writes report ${n} beside the others.
write_report_${n}() {
  local folder="\${1:?folder}" count=0
  for file in "$folder"/part-${n}-*.csv; do
    [ -f "$file" ] || continue
    count=$((count + $(wc -l < "$file")))
    awk -F, -v n=${n} 'NR > 1 && $3 > n { print $1 "," $2 }' "$file" >> "$folder/out-${n}.csv"
  done
  if [ "$count" -eq 0 ]; then
    echo "nothing in part ${n}" >&2
    return 1
  fi
  printf 'part %d: %d lines\\n' ${n} "$count" | tee -a "$folder/summary.txt"
}
`,
  },
  python: {
    path: 'scripts/report.py',
    part: (n) => `def summarise_${n}(rows, *, limit=${n}):
    """Adds up part ${n} and gives its lines in the order of their names."""
    totals = {}
    for name, amount in rows:
        if amount is None or amount > limit:
            continue
        totals.setdefault(name.strip().lower(), []).append(amount * 1.${n})
    result = [
        {"name": name, "sum": sum(values), "part": ${n}}
        for name, values in sorted(totals.items())
        if any(value > 0 for value in values)
    ]
    with open(os.path.join("out", f"part-{limit}-${n}.json"), "w") as file:
        json.dump(result, file, indent=2)
    return result


`,
  },
  javascript: {
    path: 'scripts/report.js',
    part: (n) => `/** Adds up part ${n}. */
export function summarise${n}(rows, { limit = ${n} } = {}) {
  const totals = new Map();
  for (const { name, amount } of rows) {
    if (amount === undefined || amount > limit) continue;
    const key = name.trim().toLowerCase();
    totals.set(key, [...(totals.get(key) ?? []), amount * 1.${n}]);
  }
  const match = /^part-(\\d+)-${n}$/.exec(String(limit));
  return [...totals]
    .map(([name, values]) => ({ name, sum: values.reduce((a, b) => a + b, 0), part: ${n} }))
    .filter(({ sum }) => sum > 0 && match === null)
    .sort((a, b) => a.name.localeCompare(b.name));
}

`,
  },
  typescript: {
    path: 'scripts/report.ts',
    part: (n) => `interface Line${n} {
  readonly name: string;
  readonly amount?: number;
}
export function summarise${n}(rows: readonly Line${n}[], limit = ${n}): Map<string, number> {
  const totals = new Map<string, number>();
  for (const { name, amount } of rows) {
    if (amount === undefined || amount > limit) continue;
    totals.set(name.trim(), (totals.get(name) ?? 0) + amount * 1.${n});
  }
  return totals;
}

`,
  },
  ruby: {
    path: 'scripts/report.rb',
    part: (n) => `# Adds up part ${n}.
def summarise_${n}(rows, limit: ${n})
  totals = Hash.new { |hash, key| hash[key] = [] }
  rows.each do |name, amount|
    next if amount.nil? || amount > limit
    totals[name.strip.downcase] << amount * 1.${n}
  end
  totals.sort.map { |name, values| { name: name, sum: values.sum, part: ${n} } }
end

`,
  },
  powershell: {
    path: 'scripts/report.ps1',
    part: (n) => `function Write-Report${n} {
  param([string]$Folder, [int]$Limit = ${n})
  $total = 0
  Get-ChildItem -Path $Folder -Filter "part-${n}-*.csv" | ForEach-Object {
    $rows = Import-Csv $_.FullName | Where-Object { [int]$_.Amount -lt $Limit }
    $total += ($rows | Measure-Object -Property Amount -Sum).Sum
  }
  if ($total -eq 0) { Write-Warning "nothing in part ${n}"; return }
  "$total of part ${n}" | Out-File -Append (Join-Path $Folder "summary.txt")
}

`,
  },
};

/** `language`'s script of at least `bytes` bytes. */
export function scriptOf(language, bytes) {
  const { part } = scripts[language];
  let text = '';
  for (let n = 1; text.length < bytes; n += 1) text += part(n);
  return text;
}
