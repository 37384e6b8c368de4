import type { Json } from './questions.ts';

/** One red pixel, and a silent moment. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';
const image = { type: 'image', data: png, mimeType: 'image/png' };
const words = (text: string): Json => ({ type: 'text', text });
const resource = (uri: string, mimeType: string, text: string): Json => ({
  type: 'resource',
  resource: { uri, mimeType, text },
});

/** Tools that always answer the same. */
export const tools: Readonly<Record<string, Json>> = {
  test_simple_text: { content: [words('This is a simple text response for testing.')] },
  test_image_content: { content: [image] },
  test_audio_content: { content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] },
  test_embedded_resource: {
    content: [
      resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
    ],
  },
  test_multiple_content_types: {
    content: [
      words('Multiple content types test:'),
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  },
  test_error_handling: {
    isError: true,
    content: [words('This tool intentionally returns an error for testing')],
  },
};

const user = (content: Json): Json => ({ role: 'user', content });
export const prompts: Readonly<Record<string, (given: Json) => readonly Json[]>> = {
  test_simple_prompt: () => [user(words('This is a simple prompt for testing.'))],
  test_prompt_with_arguments: ({ arg1, arg2 }) => [
    user(words(`Prompt with arguments: arg1='${String(arg1)}', arg2='${String(arg2)}'`)),
  ],
  test_prompt_with_embedded_resource: ({ resourceUri }) => [
    user(resource(String(resourceUri), 'text/plain', 'Embedded resource content for testing.')),
    user(words('Please process the embedded resource above.')),
  ],
  test_prompt_with_image: () => [user(image), user(words('Please analyze the image above.'))],
};

export const resources: Readonly<Record<string, Json>> = {
  'test://static-text': {
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  },
  'test://static-binary': { mimeType: 'image/png', blob: png },
  'test://watched-resource': { mimeType: 'text/plain', text: 'Watched' },
};

const string = { type: 'string' };
const required = (name: string): Json => ({ required: [name] });
/** Of `json_schema_2020_12_tool`. */
export const schema: Json = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: string, city: string },
    },
  },
  properties: {
    name: string,
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: string,
    email: string,
  },
  allOf: [{ anyOf: [required('phone'), required('email')] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: required('phone'),
  else: required('email'),
  additionalProperties: false,
};
