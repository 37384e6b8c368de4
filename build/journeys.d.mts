export function judgeJourneys(
  report: object,
  least: Readonly<Record<string, number>>,
): { readonly lines: readonly string[]; readonly problems: readonly string[] };
