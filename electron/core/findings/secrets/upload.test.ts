import { ruleCases } from '../testing/cases.ts';
import { upload } from './sending.ts';

ruleCases(upload, {
  hits: [
    { name: 'a bucket', path: 'a.sh', text: 'aws s3 cp . s3://collected-data/in --recursive\n' },
    { name: 'another machine', path: 'a.sh', text: 'rsync -az ./ x@files.host-x.net:/in\n' },
    {
      name: 'a destination filled in at run time, rated low',
      path: 'a.sh',
      text: 'scp dist.tgz "$DEPLOY_HOST:/srv"\n',
      severity: 'low',
    },
    {
      name: 'a program, rated low',
      path: 'a.py',
      text: 'import boto3\nboto3.client("s3").upload_file("a", "b", "c")\n',
      severity: 'low',
    },
  ],
  misses: [
    { name: 'a download', path: 'a.sh', text: 'aws s3 cp s3://public-data/a.csv ./a.csv\n' },
    { name: 'a copy on this machine', path: 'a.sh', text: 'rsync -a src/ dst/\n' },
    {
      // anthropics/skills, skills/web-artifacts-builder (Apache-2.0)
      name: 'a copy of a real script',
      path: 'scripts/a.sh',
      text: 'tar -xzf "$COMPONENTS_TARBALL" -C src/\n',
    },
  ],
});
