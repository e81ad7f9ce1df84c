import { setTimeout as sleep } from 'node:timers/promises'
import type { Violation } from '../../oracle/violation.ts'
import { comeToRest } from '../crash/come-to-rest.ts'
import { makePurchase } from '../crash/purchase.ts'
import type { ProductProcess } from '../crash/product.ts'
import { judgeStage } from '../crash/run-batch.ts'
import { openCrashStage } from '../crash/stage.ts'
import { createDice } from '../shared/dice.ts'
import { startTraffic, type Failure } from '../shared/traffic.ts'
import { startReverseProxy } from './reverse-proxy.ts'

/** Longer than a proxy needs to find a process that is ready again. */
const SETTLE_MS = 1500
/** The killed process has no calls under way, and those of the other one are answered at once. */
const CALLS_MS = 1000
/** As merchants' tests wait for events. */
const LONG_POLL = '/v1/sandbox/notifications?waitSeconds=20'

export interface RestartReport {
  proxy: string
  restarts: number
  requests: number
  seconds: number
  /** The longest graceful shutdown, in milliseconds. */
  slowestStopMs: number
  /** During the restarts. */
  failures: Failure[]
  /** After the kill. */
  kill: { failures: Failure[]; lastFailureAfterMs: number }
  violations: Violation[]
}

/** Restarts two processes under load, one after the other, then kills one. */
export async function runRestarts(
  { seed, restarts, rps, drain }: { seed: number; restarts: number; rps: number; drain: number },
  onRestart: () => void = () => undefined,
): Promise<RestartReport> {
  const dice = createDice(seed)
  const stage = await openCrashStage(dice, {
    variables: {
      DRAIN_SECONDS: String(drain),
      // Whether the machine is fast enough for the load is not under test.
      DATABASE_TIMEOUT_MS: '30000',
    },
  })
  const proxy = await startReverseProxy(stage.processes, drain)
  try {
    const before = { ...stage, processes: [{ apiUrl: proxy.url }] }
    const startedMs = performance.now()
    const met: Failure[] = []
    const traffic = startTraffic(before, {
      rps,
      shop: (at, name) => makePurchase(at, dice, name),
      pathToRead: () => '/v1/sessions?limit=3',
      longPoll: LONG_POLL,
      onFailure: (failure) => met.push(failure),
    })
    await sleep(SETTLE_MS)
    let slowestStopMs = 0
    for (let number = 0; number < restarts; number++) {
      const product = stage.processes[number % stage.processes.length] ?? none()
      slowestStopMs = Math.max(slowestStopMs, await restart(product))
      onRestart()
    }
    const failures = [...met]
    const killedAtMs = Date.now()
    const victim = stage.processes[restarts % stage.processes.length] ?? none()
    await victim.kill()
    await victim.start()
    await sleep(SETTLE_MS)
    await traffic.end()
    const seconds = (performance.now() - startedMs) / 1000
    const ofKill = met.slice(failures.length)
    const requests = traffic.looks() + stage.witnesses.exchanges.length
    await comeToRest(before, dice, CALLS_MS)
    return {
      proxy: proxy.name,
      restarts,
      requests,
      seconds: Number(seconds.toFixed(1)),
      slowestStopMs: Math.round(slowestStopMs),
      failures,
      kill: {
        failures: ofKill,
        lastFailureAfterMs: Math.max(0, ...ofKill.map(({ atMs }) => atMs - killedAtMs)),
      },
      violations: await judgeStage(stage),
    }
  } finally {
    await proxy.close()
    await stage.close()
  }
}

/** Resolves to the milliseconds of the shutdown. */
async function restart(product: ProductProcess): Promise<number> {
  const startedMs = performance.now()
  const code = await product.stop()
  if (code !== 0) throw new Error(`a process that was asked to stop ended with ${code}`)
  const tookMs = performance.now() - startedMs
  await product.start()
  await sleep(SETTLE_MS)
  return tookMs
}

function none(): never {
  throw new Error('the stage has no processes')
}
