import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Scalar,
  type Alias,
  type Node,
  type Pair,
  type YAMLMap,
} from 'yaml';
import { isActedOn } from './field-rules.ts';
import { refuse, type FrontmatterRefusal } from './fences.ts';
import type { Result } from '../../../shared/result.ts';

type Refused = Result<never, FrontmatterRefusal> | null;

/**
 * Rules that make all readers agree: keys are unique strings without merge keys, and values of
 * fields that hosts act on have one type in YAML 1.1 and 1.2. The library's own check of keys
 * compares each with every other, which an attacker can make take seconds.
 */
export class NodeRules {
  private readonly contents: unknown;
  private readonly yaml: string;
  private readonly anchors = new Map<string, Node>();
  private readonly targets = new Map<Alias, Node>();
  private readonly open = new Set<Node>();
  private readonly seen = new Set<Node>();

  constructor(contents: unknown, yaml: string) {
    this.contents = contents;
    this.yaml = yaml;
  }

  /** The first broken rule, or null. `tokensOf` bounds the recursion. */
  check(): Refused {
    const broken = this.node(this.contents);
    if (broken !== null || !isMap(this.contents)) return broken;
    return this.first(this.contents.items, (pair) => this.field(pair));
  }

  /** Walks in the order of the text, so that an alias finds the last anchor before it. */
  private node(node: unknown): Refused {
    if (isAlias(node)) return this.alias(node);
    if (!isNode(node)) return null;
    if (node.anchor !== undefined) this.anchors.set(node.anchor, node);
    if (isScalar(node)) return this.emptyAnchor(node);
    this.open.add(node);
    const broken = isMap(node)
      ? (this.keys(node) ?? this.first(node.items, (pair) => this.pair(pair)))
      : isSeq(node)
        ? this.first(node.items, (item) => this.openEnd(item) ?? this.node(item))
        : null;
    this.open.delete(node);
    return broken;
  }

  private pair({ key, value }: Pair): Refused {
    return this.node(key) ?? this.node(value);
  }

  private alias(alias: Alias): Refused {
    const target = this.anchors.get(alias.source);
    if (target === undefined)
      return this.refuse('yaml', `The alias ${alias.source} has no anchor before it.`, alias);
    if (this.open.has(target))
      return this.refuse('yaml', `The anchor ${alias.source} would contain itself.`, alias);
    this.targets.set(alias, target);
    return null;
  }

  /** For some readers, an anchor without a value is an empty list. */
  private emptyAnchor(scalar: Scalar): Refused {
    return scalar.anchor !== undefined && scalar.source === '' && scalar.type === Scalar.PLAIN
      ? this.refuse('ambiguous-layout', `The anchor ${scalar.anchor} has no value.`, scalar)
      : null;
  }

  /** `- -` with nothing after it: for some readers, the list continues on the next line. */
  private openEnd(item: unknown): Refused {
    const last = isSeq(item) && item.flow !== true ? item.items.at(-1) : undefined;
    return isScalar(last) && last.source === ''
      ? this.refuse('ambiguous-layout', 'A nested list ends with an empty item.', last)
      : null;
  }

  private keys(map: YAMLMap): Refused {
    const names = new Set<string>();
    return this.first(map.items, ({ key }) => {
      if (!isScalar(key) || key.value === null)
        return this.refuse('key-not-text', 'The frontmatter has a key that is not a string.', key);
      const name = String(key.value);
      if (name === '<<')
        return this.refuse(
          'merge-key',
          'The frontmatter has the key "<<", with which some readers merge in another mapping.',
          key,
        );
      if (names.has(name))
        return this.refuse('duplicate-key', `The frontmatter has the key ${name} twice.`, key);
      names.add(name);
      return null;
    });
  }

  /** A top-level field of the frontmatter. */
  private field({ key, value }: Pair): Refused {
    const name = isScalar(key) ? String(key.value) : '';
    return isActedOn(name) ? (this.textKey(name, key) ?? this.acted(name, value)) : null;
  }

  /** Checks everything under a field that hosts act on, also through aliases. */
  private acted(field: string, node: unknown): Refused {
    if (isAlias(node)) return this.acted(field, this.targets.get(node));
    if (isScalar(node)) return this.plain(field, node);
    if (isSeq(node)) return this.once(node, () => this.all(field, node.items));
    if (!isMap(node)) return null;
    return this.once(node, () =>
      this.first(
        node.items,
        ({ key, value }) => this.textKey(field, key) ?? this.acted(field, value),
      ),
    );
  }

  private all(field: string, items: readonly unknown[]): Refused {
    return this.first(items, (item) => this.acted(field, item));
  }

  private textKey(field: string, key: unknown): Refused {
    if (isScalar(key) && typeof key.value !== 'string')
      return this.refuse('key-not-text', `The field ${field} has a key that is not a string.`, key);
    return isScalar(key) ? this.plain(field, key) : null;
  }

  private plain(field: string, scalar: Scalar): Refused {
    if (scalar.type !== Scalar.PLAIN) return null;
    const source = scalar.source ?? '';
    const other = otherReading(source);
    if (other === null) return null;
    return this.refuse(
      'ambiguous-value',
      `The field ${field} has ${source.slice(0, 80)} without quotes, ` +
        `which some readers read as ${other}.`,
      scalar,
    );
  }

  /** Looks at a node only once, although many aliases may lead to it. */
  private once(node: Node, look: () => Refused): Refused {
    if (this.seen.has(node)) return null;
    this.seen.add(node);
    return look();
  }

  private first<Item>(items: readonly Item[], look: (item: Item) => Refused): Refused {
    for (const item of items) {
      const found = look(item);
      if (found !== null) return found;
    }
    return null;
  }

  private refuse(
    reason:
      | 'yaml'
      | 'ambiguous-layout'
      | 'key-not-text'
      | 'merge-key'
      | 'duplicate-key'
      | 'ambiguous-value',
    message: string,
    node: unknown,
  ): Refused {
    const range = (node as Node | null)?.range;
    return refuse(reason, message, this.yaml, range?.[0] ?? null);
  }
}

/**
 * Plain scalars that some readers in use read as text and others as another type: the types of YAML
 * 1.1 and those that single readers add. Each expression is linear.
 */
const otherTypes: readonly (readonly [string, RegExp])[] = [
  ['true or false', /^(?:y|yes|n|no|on|off|true|false)$/i],
  ['null', /^null$/i],
  ['a date', /^[-+]?[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt \t].*)?$/s],
  ['a base-60 number', /^[-+]?[0-9][0-9_]*(?::[0-9]+)+(?:\.[0-9_]*)?$/],
  [
    'a number',
    /^[-+]?(?:0b[01_]+|0o?[0-9_]+|0x[0-9a-f_]+|(?=[0-9.])[0-9][0-9_,]*(?:\.[0-9_]*)?(?:e[-+]?[0-9]+)?|\.[0-9_]*(?:e[-+]?[0-9]+)?|e[-+]?[0-9]+|\.inf|\.nan)$/i,
  ],
  ['a symbol', /^:./s],
  ['a special value', /^(?:=|<<)$/],
];
/** Words and numbers that every reader reads the same way. */
const alike =
  /^(?:|~|null|Null|NULL|true|True|TRUE|false|False|FALSE|0|-?[1-9][0-9]{0,14}|-?(?:0|[1-9][0-9]{0,8})\.[0-9]{1,6})$/;

/**
 * The type, in words, that some reader gives a plain scalar while another reads it as text; null if
 * all agree. `source` is the scalar as resolved: lines joined, without comment.
 */
function otherReading(source: string): string | null {
  if (alike.test(source)) return null;
  return otherTypes.find(([, pattern]) => pattern.test(source))?.[0] ?? null;
}
