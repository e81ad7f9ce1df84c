import type { Command } from 'commander'
import { addPing } from './ping.ts'
import { addRotate } from './rotate.ts'
import { addSet } from './set.ts'
import { addShow } from './show.ts'

export function addCallback(program: Command): void {
  const callback = program
    .command('callback')
    .description('where notifications go, and the secret that signs them')
  addSet(callback)
  addShow(callback)
  addRotate(callback)
  addPing(callback)
}
