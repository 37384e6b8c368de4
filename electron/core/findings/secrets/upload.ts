import { at } from '../knowledge/places.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { rule } from '../rule.ts';

const remote = /^["']?(?:[\w.${}-]+@)?[\w.${}-]+:(?!\/\/)(?:[~/.\w$]|$)/;
const bucket = /^["']?(?:s3|gs|az|b2|oss|r2|abfss?|wasbs?):\/\//i;
const calls =
  /(?:^|\.)(?:upload_file|upload_fileobj|put_object|upload_from_filename|upload_from_string|upload_blob|storbinary)$/;

/** E12. */
export const upload = rule({
  id: 'E12',
  family: 'secrets',
  severity: 'medium',
  title: 'Copies files to another machine or bucket',
  why: 'One line can send whole folders away. Check who owns the destination.',
  confusedWith:
    'Deployment skills do this to your own servers. A destination filled in at run time is ' +
    'rated low.',
  *look({ commands, calls: made }) {
    for (const command of commands) {
      const target = targetOf(command);
      if (target === null) continue;
      yield at(
        command,
        /[$<{]|^(?:[\w-]+@)?[\w-]+:(?!\/\/)|\bexample\.(?:com|org|net)\b|\byour[-_]|\bmy-(?:bucket|server|host)|user@(?:host|server|remote)|bucket-?name/i.test(
          target,
        )
          ? { severity: 'low' }
          : {},
      );
    }
    for (const call of made) if (calls.test(call.callee)) yield at(call, { severity: 'low' });
  },
});

/** The destination of copied files, if it is elsewhere. */
function targetOf({ name, args }: ShellCommand): string | null {
  const words = args.map(({ text }) => text);
  const last = words.filter((word) => !word.startsWith('-')).at(-1) ?? '';
  const sub = words.filter((word) => !word.startsWith('-'));
  if (name === 'scp' || name === 'rsync')
    return remote.test(last) && !/^[a-z]:\\/i.test(last) ? last : null;
  if (name === 'aws' && sub[0] === 's3' && /^(?:cp|sync|mv)$/.test(sub[1] ?? ''))
    return words.map((word) => word).findLast((word) => bucket.test(word)) === last ||
      bucket.test(sub[3] ?? '')
      ? (sub[3] ?? last)
      : null;
  if (/^(?:gsutil|s3cmd|s5cmd)$/.test(name)) return bucket.test(last) ? last : null;
  if (name === 'gcloud' && sub[0] === 'storage') return bucket.test(last) ? last : null;
  if (name === 'az' && sub[0] === 'storage' && words.includes('upload')) return words.join(' ');
  if (name === 'rclone' && /^(?:copy|sync|move|copyto)$/.test(sub[0] ?? ''))
    return /^[\w-]+:/.test(sub[2] ?? '') ? (sub[2] ?? null) : null;
  if (name === 'gh' && sub[0] === 'gist' && sub[1] === 'create') return 'gist';
  return null;
}
