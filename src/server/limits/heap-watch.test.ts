import { describe, expect, it, vi } from 'vitest'
import { createHeapWatch } from './heap-watch.ts'

function open() {
  const time = { ms: 0 }
  const log = { info: vi.fn<() => void>(), warn: vi.fn<() => void>() }
  const heapCollected = vi.fn<(share: number) => void>()
  const watch = createHeapWatch({ nowMs: () => time.ms, log, metrics: { heapCollected } })
  const kept = () =>
    (['pay', 'show', 'create', 'read'] as const).filter((priority) => watch.hasRoom(priority))
  return { time, log, heapCollected, watch, kept }
}

describe('R-30: a heap that fills up', () => {
  it.each([
    [0.749, ['pay', 'show', 'create', 'read']],
    [0.75, ['pay', 'show', 'create']],
    [0.8, ['pay', 'show']],
    [0.85, ['pay']],
    [0.9, []],
    [1.1, []],
  ])('at %d still admits %j', (share, kept) => {
    const { watch, ...heap } = open()
    expect(heap.kept()).toHaveLength(4)
    watch.collected(share)
    expect(heap.kept()).toEqual(kept)
    expect(heap.heapCollected.mock.calls).toEqual([[share]])
    watch.collected(0.5)
    expect(heap.kept()).toHaveLength(4)
  })

  it('expires: without new calls there is no further garbage collection', () => {
    const { time, watch, kept } = open()
    watch.collected(0.98)
    time.ms = 10_000
    expect(kept()).toEqual([])
    time.ms += 1
    expect(kept()).toHaveLength(4)
    watch.collected(0.98)
    expect(kept()).toEqual([])
  })

  it('is logged once, until usage falls well below the threshold', () => {
    const { log, watch } = open()
    for (const share of [0.5, 0.76, 0.74, 0.77, 0.71]) watch.collected(share)
    expect(log.warn).toHaveBeenCalledOnce()
    expect(log.info).not.toHaveBeenCalled()
    watch.collected(0.69)
    expect(log.info).toHaveBeenCalledOnce()
    watch.collected(0.74)
    expect(log.warn).toHaveBeenCalledOnce()
  })
})
