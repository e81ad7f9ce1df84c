/** Where spans go, and which. */
export interface TraceSettings {
  /** Of the collector, with its path. */
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
  /** 0 to 1; of `traceidratio`. */
  ratio: number
}
