import type { ImportAsk, ImportPreview } from '../../../shared/model/import.ts';
import { exposedWords, goesTo } from '../../../shared/model/import-text.ts';
import { writtenOut } from '../../../shared/written-out.ts';
import { Select } from '../../components/Select/Select.tsx';
import { TextField } from '../../components/TextField/TextField.tsx';
import lines from './StartFacts.module.css';
import styles from './page.module.css';

type Candidate = ImportPreview['candidates'][number];
type Texts = ReadonlyMap<string, string>;

/** The project that an entry is for and where else the same server was found. */
export function Origins({ candidate: { project, alsoIn } }: { readonly candidate: Candidate }) {
  return (
    <>
      {project !== undefined && (
        <p>
          <span className={lines.said}>For the project:</span>{' '}
          <code className={lines.exact} dir="ltr">
            {writtenOut(project)}
          </code>
        </p>
      )}
      {alsoIn !== undefined && <p className={lines.said}>Same server as in {alsoIn}.</p>}
    </>
  );
}

/** Fields for an entry's missing values; nothing is read from the environment or from files. */
export function Asks({
  label,
  target,
  asks,
  given,
  onGive,
}: {
  readonly label: string;
  readonly target: Candidate['target'];
  readonly asks: readonly ImportAsk[];
  readonly given: Texts;
  readonly onGive: (given: Texts) => void;
}) {
  return (
    <fieldset className={styles.asks} aria-label={`Missing values for ${label}`}>
      {asks.map((ask) => {
        const field = {
          label: writtenOut(ask.name),
          value: given.get(ask.name) ?? '',
          onChange: (text: string) => onGive(new Map(given).set(ask.name, text)),
        };
        const hint = hintOf(ask, target);
        return ask.options === undefined ? (
          <TextField
            key={ask.name}
            {...field}
            mono
            type={ask.isHidden ? 'password' : 'text'}
            hint={hint}
          />
        ) : (
          <div key={ask.name}>
            <Select {...field} options={choices(ask)} />
            <p className={lines.said}>{hint}</p>
          </div>
        );
      })}
    </fieldset>
  );
}

/** Nothing is preselected: the empty choice comes first. */
const choices = ({ options = [], otherwise }: ImportAsk) => [
  {
    id: '',
    label:
      otherwise === undefined ? 'Choose one' : `${writtenOut(otherwise)}, the entry’s own value`,
  },
  ...options.map((id) => ({ id, label: writtenOut(id) })),
];

const kinds: Readonly<Record<ImportAsk['kind'], string>> = {
  variable: 'An environment variable',
  input: 'A VS Code prompt',
  file: 'The contents of this file',
  folder: 'A folder',
  other: 'A value that the other program fills in',
};

function hintOf(ask: ImportAsk, target: Candidate['target']): string {
  const { kind, about, fields, isOptional } = ask;
  const places = fields.map((field) => writtenOut(field)).join(', ');
  const exposed = exposedWords(ask, target);
  return [
    `${kinds[kind]}${about === undefined ? '' : `: “${about}”`}, for ${places}, ${goesTo(target)}.`,
    ...(ask.otherwise === undefined || ask.options !== undefined
      ? []
      : [`If empty: ${writtenOut(ask.otherwise)}.`]),
    ...(exposed === null ? [] : [exposed]),
    ...(isOptional && ask.otherwise === undefined
      ? ['If empty, the entry’s own value is used.']
      : []),
  ].join(' ');
}

/** Secrets imported with the entry, by location; no window ever gets a value. */
export function SecretsTaken({ secrets }: { readonly secrets: readonly string[] }) {
  if (secrets.length === 0) return null;
  return (
    <div>
      <p className={lines.said}>Secrets imported</p>
      <ul className={lines.lines} aria-label="Secrets imported">
        {secrets.map((field) => (
          <li key={field}>
            <code className={lines.exact} dir="ltr">
              {writtenOut(field)}
            </code>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Keys of the entry that Skillgate can't store, each with the reason. */
export function Untaken({ left }: { readonly left: readonly string[] }) {
  if (left.length === 0) return null;
  return (
    <div>
      <p className={lines.said}>Not imported</p>
      <ul className={lines.lines} aria-label="Not imported">
        {left.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
