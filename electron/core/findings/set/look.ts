import type { Finding } from '../../../../shared/model/findings.ts';
import {
  bySeverity,
  type FindingConfidence,
  type FindingSeverity,
} from '../../../../shared/model/severity.ts';
import { sha256 } from '../../digest.ts';
import { visible } from '../../text.ts';
import { confidenceAt, ruleset } from '../rule.ts';
import { nowhere, type SetHit, type SetRule, type SkillSet } from './skill-set.ts';
import { bytecode, foreignKind, large } from '../files/unexpected-files.ts';
import {
  astrayPointer,
  bait,
  generated,
  listedHooks,
  listedTools,
  missingFile,
  otherFolder,
  sameName,
  unsaidPowers,
  varying,
} from '../listing/listing.ts';
import { changedPower } from '../power/tools.ts';
import { sentElsewhere } from '../secrets/sending.ts';

const longestExcerpt = 200;
const mostRelated = 50;
/** How much text of hits is hashed at once, in UTF-16 units. */
const digestedAtOnce = 65_536;

/** Inspects a skill together with what else is served; one finding per rule and file. */
export function lookAtSet(set: SkillSet, rules: readonly SetRule[] = setRules): Finding[] {
  return rules.flatMap((rule) => {
    const byFile = new Map<string, Gathered>();
    for (const hit of rule.look(set)) {
      const uri = 'field' in hit ? set.entry.uri : hit.uri;
      let gathered = byFile.get(uri);
      if (gathered === undefined) byFile.set(uri, (gathered = new Gathered(rule)));
      gathered.add(hit);
    }
    return [...byFile].map(([uri, gathered]) => gathered.finding(uri));
  });
}

interface Graded {
  readonly hit: SetHit;
  readonly severity: FindingSeverity;
  readonly confidence: FindingConfidence;
}

/**
 * The finding of one rule in one file. A server may list any amount: all of it is in the digests,
 * but only what is shown is kept.
 */
class Gathered {
  private readonly rule: SetRule;
  private best: Graded | null = null;
  private readonly places: { readonly hit: SetHit; readonly place: Finding['place'] }[] = [];
  private count = 0;
  private readonly where = new Digested();
  private readonly what = new Digested();

  constructor(rule: SetRule) {
    this.rule = rule;
  }

  add(hit: SetHit): void {
    const graded = {
      hit,
      severity: hit.severity ?? this.rule.severity,
      confidence: confidenceAt(hit.role ?? 'instruction', hit.confidence),
    };
    this.count += 1;
    if (this.best === null || bySeverity(graded, this.best) < 0) this.best = graded;
    const said = hit.about ?? hit.excerpt;
    this.what.add([said, 'field' in hit ? hit.field : hit.uri]);
    this.where.add([said, 'field' in hit ? hit.field : [hit.uri, hit.digest, hit.place.start]]);
    if (!('field' in hit) && this.places.length <= mostRelated)
      this.places.push({ hit, place: hit.place });
  }

  finding(uri: string): Finding {
    const { rule, best } = this;
    if (best === null) throw new Error(`${rule.id} has no hit`);
    const { id, title, why, confusedWith } = rule;
    const { hit } = best;
    return {
      rule: id,
      ruleset,
      title,
      why,
      confusedWith,
      uri,
      // A dismissal is bound to it: if another server also takes the name, or another file is
      // missing, the finding opens again.
      digest: sha256(JSON.stringify([id, uri, this.where.value])),
      about: sha256(JSON.stringify([id, uri, this.what.value])),
      severity: best.severity,
      confidence: best.confidence,
      place: 'field' in hit ? nowhere : hit.place,
      ...('field' in hit ? { field: visible(hit.field, 100) } : {}),
      excerpt: visible(hit.excerpt, longestExcerpt),
      decoded: null,
      role: hit.role ?? 'instruction',
      related: this.places
        .flatMap((one) => (one.hit === hit ? [] : [one.place]))
        .slice(0, mostRelated)
        .sort((a, b) => a.start - b.start),
      count: this.count,
    };
  }
}

/** The digest of values in their order, without keeping them. */
class Digested {
  private text = '';

  add(value: unknown): void {
    this.text += `${JSON.stringify(value)}\n`;
    if (this.text.length > digestedAtOnce) this.text = sha256(this.text);
  }

  get value(): string {
    return sha256(this.text);
  }
}

/** Every rule about a skill and what else is served, in the order of findings. */
export const setRules: readonly SetRule[] = [
  changedPower,
  listedHooks,
  listedTools,
  bytecode,
  foreignKind,
  large,
  sentElsewhere,
  missingFile,
  otherFolder,
  sameName,
  unsaidPowers,
  bait,
  varying,
  astrayPointer,
  generated,
];
