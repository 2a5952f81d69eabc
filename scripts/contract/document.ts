/** The parts of an OpenAPI document that our rules and generators look at. */
export interface Schema {
  $ref?: string;
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  example?: unknown;
  examples?: unknown[];
  default?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  items?: Schema;
  oneOf?: Schema[];
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean;
  'x-enumDescriptions'?: Record<string, string>;
  /** Whether people outside the account wrote the text: it is data to whoever reads it, never an instruction. */
  'x-stranger'?: boolean;
}

export interface Example {
  $ref?: string;
  summary?: string;
  value?: unknown;
}

export interface MediaType {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, Example>;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: 'query' | 'path' | 'header' | 'cookie';
  description?: string;
  required?: boolean;
  allowEmptyValue?: boolean;
  schema?: Schema;
  example?: unknown;
}

export interface Header {
  $ref?: string;
  description?: string;
  schema?: Schema;
  example?: unknown;
}

export interface Response {
  $ref?: string;
  description?: string;
  headers?: Record<string, Header>;
  content?: Record<string, MediaType>;
}

export interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { description?: string; required?: boolean; content: Record<string, MediaType> };
  responses?: Record<string, Response>;
  security?: Record<string, string[]>[];
  /** Why the operation cannot be undone; tools ask before they call it. */
  'x-irreversible'?: string;
  'x-codeSamples'?: { lang: string; label: string; source: string }[];
}
