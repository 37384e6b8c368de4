import type { Edition } from './edition.mjs';
interface Product {
  readonly version: string;
  readonly author: string;
  readonly homepage: string;
  readonly description: string;
}
export function debianArchitecture(processor: string): string;
export function controlOf(product: Product, edition: Edition, bytes: number): string;
export function makeDeb(options: {
  readonly root: string;
  readonly unpacked: string;
  readonly work: string;
  readonly output: string;
  readonly product: Product;
  readonly edition: Edition;
  readonly builtAt: Date;
}): Promise<void>;
