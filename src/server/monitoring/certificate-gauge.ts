import { Gauge, type Registry } from 'prom-client'
import type { Processor, ProcessorCertificate } from '../processors/processor.ts'

export interface AccountCertificate {
  processor: string
  name: string
  notAfter: Date
}

/** Registers the gauge of certificates. Returns a function that sets how they are read, which happens at each scrape. */
export function registerCertificates(
  registry: Registry,
): (read: () => readonly AccountCertificate[]) => void {
  let read: () => readonly AccountCertificate[] = () => []
  const gauge = new Gauge({
    name: 'checkout_processor_certificate_ends_seconds',
    help: 'When a certificate ends that an account at a processor needs, in Unix time; of several with one name the first.',
    labelNames: ['processor', 'certificate'],
    registers: [],
    collect() {
      gauge.reset()
      const lastFirst = read().toSorted((a, b) => b.notAfter.getTime() - a.notAfter.getTime())
      for (const { processor, name: certificate, notAfter } of lastFirst)
        gauge.set({ processor, certificate }, notAfter.getTime() / 1000)
    },
  })
  registry.registerMetric(gauge)
  return (reader) => {
    read = reader
  }
}

/** The certificates of accounts, as their modules state them. A module that throws counts as having none. */
export function certificatesOf(
  processors: readonly Pick<Processor, 'name' | 'certificates'>[],
): AccountCertificate[] {
  return processors.flatMap((processor) =>
    statedBy(processor).map((one) => ({ ...one, processor: processor.name })),
  )
}

function statedBy(processor: Pick<Processor, 'certificates'>): readonly ProcessorCertificate[] {
  try {
    return processor.certificates?.() ?? []
  } catch {
    return []
  }
}
