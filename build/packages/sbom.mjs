import { createHash } from 'node:crypto';
import { Enums, Models, Serialize, SPDX, Spec } from '@cyclonedx/cyclonedx-library';

const { Component, LicenseExpression, NamedLicense, SpdxLicense } = Models;

/**
 * A package's bill of materials, CycloneDX 1.6 as JSON. `runtimes` are the programs that it
 * contains besides the bundles (Electron, Node). The same input gives the same bytes: `builtAt` is
 * the commit's time, and the serial number comes from the content.
 */
export function billOfMaterials(product, components, runtimes, builtAt) {
  const bom = new Models.Bom();
  const own = new Component(Enums.ComponentType.Application, product.name, {
    ...described(product),
    bomRef: `${product.name}@${product.version}`,
  });
  bom.metadata.component = own;
  bom.metadata.timestamp = builtAt;
  const byRef = new Map();
  for (const runtime of runtimes) {
    const bomRef = `${runtime.name}@${runtime.version}`;
    const options = { ...described(runtime), bomRef };
    byRef.set(bomRef, new Component(Enums.ComponentType.Platform, runtime.name, options));
  }
  for (const component of components) {
    const bomRef = `npm:${component.name}@${component.version}`;
    const options = { ...described(component), ...identified(component), bomRef };
    byRef.set(bomRef, new Component(Enums.ComponentType.Library, options.shortName, options));
  }
  for (const component of byRef.values()) {
    bom.components.add(component);
    own.dependencies.add(component.bomRef);
  }
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  const serializer = new Serialize.JsonSerializer(factory);
  const options = { sortLists: true, space: 1 };
  bom.serialNumber = serialOf(serializer.serialize(bom, options));
  return `${serializer.serialize(bom, options)}\n`;
}

function described({ version, license }) {
  const licenses = new Models.LicenseRepository();
  if (license) licenses.add(licenseOf(license));
  return { version, licenses };
}

function licenseOf(text) {
  if (SPDX.isSupportedSpdxId(text)) return new SpdxLicense(text);
  return / (OR|AND|WITH) /.test(text) ? new LicenseExpression(text) : new NamedLicense(text);
}

function identified({ name, version }) {
  const [scope, short] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const path = scope === undefined ? short : `${encodeURIComponent(scope)}/${short}`;
  return { group: scope, shortName: short, purl: `pkg:npm/${path}@${version}` };
}

/** A version 8 UUID derived from a digest of the content. */
function serialOf(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = ((parseInt(hex[16], 16) & 0x3) | 0x8).toString(16);
  const groups = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
  ];
  return `urn:uuid:${groups.join('-')}-${hex.slice(20, 32)}`;
}
