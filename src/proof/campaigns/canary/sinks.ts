/** Places where a secret could leak. */
export const SINKS = [
  'build',
  'source maps',
  'answers to browsers',
  'addresses',
  'browser storage',
  'cookies',
  'requests to merchants',
  'answers to callers',
  'standard output',
  'log',
  'crash output',
  'database',
  "processor's books",
  'data directory',
  'write-ahead log',
  'backup',
  'metrics',
  'traces',
  'notifications',
  'e-mails',
  'commands',
] as const
export type Sink = (typeof SINKS)[number]

export interface Document {
  sink: Sink
  /** Its place, for the reader of a report; secrets in it are masked. */
  name: string
  bytes: Buffer
}
