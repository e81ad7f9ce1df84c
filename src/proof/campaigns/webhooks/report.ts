import type { Ages, Neighbours } from './neighbours.ts'
import type { DeliveriesResult } from './run-deliveries.ts'

export interface WebhookSummary {
  seed: number
  deliveries: DeliveriesResult
  neighbours: Neighbours | undefined
  faults: string[]
}

/** When honest endpoints wait longer, hostile ones delay them. */
const HONEST_P99_MS_MAX = 2000
const GROWTH_MAX = 3

/** Everything that broke a promise. */
export function faultsOf({ deliveries, neighbours }: Omit<WebhookSummary, 'faults'>): string[] {
  const faults = [...deliveries.faults]
  if (neighbours !== undefined) {
    const { alone, beside } = neighbours
    if (beside.p99Ms > Math.max(HONEST_P99_MS_MAX, alone.p99Ms * GROWTH_MAX))
      faults.push(`honest receivers waited ${beside.p99Ms} ms beside hostile ones`)
  }
  return faults
}

export function summaryText({ seed, deliveries, neighbours, faults }: WebhookSummary): string {
  const { events, seconds, attempts, repeated, exhausted, daysSimulated, memoryMiB } = deliveries
  const tries = Object.values(attempts).reduce((total, count) => total + count, 0)
  const lines = [
    `${events} events from seed ${seed}, ${tries} attempts in ${seconds.toFixed(1)} s (${(events / seconds).toFixed(0)} events, ${(tries / seconds).toFixed(0)} attempts a second), ${daysSimulated.toFixed(1)} days on the fast clock`,
    `${repeated} came more than once; ${exhausted} of receivers that never worked went through their schedule; memory ${memoryMiB.early} MiB early, ${memoryMiB.highest} MiB at most, ${memoryMiB.atTheEnd} MiB at the end`,
  ]
  if (neighbours !== undefined)
    lines.push(
      `honest receivers, age of ${neighbours.alone.events} notifications alone: ${agesText(neighbours.alone)}; beside hostile receivers: ${agesText(neighbours.beside)} (${(neighbours.beside.medianMs / neighbours.alone.medianMs).toFixed(2)} and ${(neighbours.beside.p99Ms / neighbours.alone.p99Ms).toFixed(2)} times)`,
    )
  lines.push(
    ...(faults.length === 0
      ? ['nothing lost, nothing early, every signature verified by standardwebhooks and svix']
      : [`${faults.length} faults`, ...faults.map((fault) => `  ${fault}`)]),
  )
  return `${lines.join('\n')}\n`
}

export function traceText({ deliveries }: WebhookSummary): string {
  const rows = (counts: Record<string, number>) =>
    Object.entries(counts)
      .toSorted(([, one], [, other]) => other - one)
      .map(([name, count]) => `  ${count} × ${name}`)
  return [
    'receivers:',
    ...rows(deliveries.receiverCounts.outcomes),
    'attempts:',
    ...rows(deliveries.attempts),
    ...deliveries.errors,
    '',
  ].join('\n')
}

function agesText({ medianMs, p99Ms, maxMs }: Ages): string {
  return `median ${medianMs} ms, 99 % within ${p99Ms} ms, longest ${maxMs} ms`
}
