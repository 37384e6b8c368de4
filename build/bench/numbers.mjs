/** The value below which `share` (0 to 1) of the sample lies. */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (values) => quantile(values, 0.5);

/** Enough digits to read and few enough to compare. */
export const rounded = (value) => Number(value.toPrecision(3));

/** A figure with its target; `met` says whether it's reached. */
export const against = (value, atMost) => ({ value: rounded(value), atMost, met: value <= atMost });
