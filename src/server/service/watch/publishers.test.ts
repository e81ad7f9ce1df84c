import { describe, expect, it } from 'vitest'
import { createPublishers } from './publishers.ts'

describe('createPublishers', () => {
  const watched = () => {
    const silences: number[] = []
    let beats = 0
    const publishers = createPublishers('own', () => silences.push(beats))
    const beat = (...others: string[]) => {
      for (const name of others) publishers.heard(name)
      beats += 1
      publishers.heard('own')
    }
    return { publishers, beat, silences }
  }

  it('reports a process once, after it missed four beats of this one', () => {
    const { beat, silences } = watched()
    beat('other')
    for (let left = 10; left > 0; left -= 1) beat()
    expect(silences).toEqual([4])
  })

  it('reports none that is heard, nor one that has left', () => {
    const { publishers, beat, silences } = watched()
    for (let left = 10; left > 0; left -= 1) beat('one', 'other')
    publishers.left('other')
    for (let left = 10; left > 0; left -= 1) beat('one')
    expect(silences).toEqual([])
  })

  it('counts no time in which this process is not heard either', () => {
    const { publishers, beat, silences } = watched()
    beat('other')
    beat()
    for (let left = 10; left > 0; left -= 1) publishers.heard('third')
    beat('other', 'third')
    expect(silences).toEqual([])
  })

  it('reports a process again that came back and fell silent', () => {
    const { beat, silences } = watched()
    beat('other')
    for (let left = 5; left > 0; left -= 1) beat()
    beat('other')
    for (let left = 5; left > 0; left -= 1) beat()
    expect(silences).toHaveLength(2)
  })
})
