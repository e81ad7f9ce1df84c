import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../testing/free-port.ts'
import { haproxyConfig } from './configuration.ts'

/** HAProxy before the cluster, with the operators' configuration. */
export interface Haproxy {
  port: number
  pid: number
  close(): Promise<void>
}

export async function startHaproxy(directory: string, prefix: string): Promise<Haproxy> {
  const port = await freePort()
  const file = join(directory, 'haproxy.cfg')
  await writeFile(file, haproxyConfig(port, { prefix }))
  const child = spawn('haproxy', ['-db', '-q', '-f', file], { stdio: 'ignore' })
  await once(child, 'spawn')
  return {
    port,
    pid: child.pid ?? 0,
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
