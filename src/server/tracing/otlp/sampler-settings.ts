/** Where spans are sent, and which of them. */
export interface TraceSettings {
  /** The collector's URL, with its path. */
  url: string
  headers: Record<string, string>
  /** Attributes of the process, `service.name` among them. */
  resource: Record<string, string>
  sampler: SamplerSettings
}

export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export interface SamplerSettings {
  name: (typeof SAMPLERS)[number]
  /** The share of traces that `traceidratio` samples, 0 to 1. */
  ratio: number
}
