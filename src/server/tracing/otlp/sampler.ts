import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace'
import type { SamplerSettings } from './sampler-settings.ts'

const PARENT_BASED = 'parentbased_'

export function samplerOf({ name, ratio }: SamplerSettings): Sampler {
  if (name.startsWith(PARENT_BASED))
    return new ParentBasedSampler({ root: rootOf(name.slice(PARENT_BASED.length), ratio) })
  return rootOf(name, ratio)
}

function rootOf(name: string, ratio: number): Sampler {
  if (name === 'always_off') return new AlwaysOffSampler()
  return name === 'always_on' ? new AlwaysOnSampler() : new TraceIdRatioBasedSampler(ratio)
}
