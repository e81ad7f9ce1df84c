import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeScratchDirectory } from '../../testing/scratch-directory.ts'
import type { ProductProcess } from '../crash/product.ts'
import type { ReverseProxy } from './node-reverse-proxy.ts'

const GUIDE = join(import.meta.dirname, '../../../../docs/guides/operating.md')
const START_TRIES_MAX = 100
const RETRY_MS = 50

/** nginx with the configuration from the operators' guide; only addresses and times are the campaign's. */
export async function startNginx(
  port: number,
  processes: readonly ProductProcess[],
  drainSeconds: number,
): Promise<ReverseProxy> {
  const directory = await makeScratchDirectory()
  const file = join(directory, 'nginx.conf')
  const addresses = processes.map(({ apiUrl }) => new URL(apiUrl).host)
  await writeFile(file, surround(directory, guideConfig(addresses, port, drainSeconds)))
  const child = spawn('nginx', ['-p', directory, '-c', file, '-e', join(directory, 'error.log')], {
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 1; !(await answers(url)); tries++) {
    if (tries === START_TRIES_MAX || child.exitCode !== null)
      throw new Error(`nginx does not start: ${readFileSync(join(directory, 'error.log'), 'utf8')}`)
    await sleep(RETRY_MS)
  }
  return {
    name: 'nginx',
    url,
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function guideConfig(addresses: readonly string[], port: number, drainSeconds: number): string {
  const [, text] = /^```nginx\n(upstream .*?)^```$/ms.exec(readFileSync(GUIDE, 'utf8')) ?? []
  if (text === undefined) throw new Error('the guide has no configuration of nginx')
  return [
    ...addresses.map((address, index) => [`10.0.0.${index + 1}:4243`, address] as const),
    ['listen 443 ssl;', `listen 127.0.0.1:${port};`] as const,
    ['keepalive_timeout 2s;', `keepalive_timeout ${drainSeconds * 400}ms;`] as const,
  ].reduce((config, [from, to]) => {
    if (!config.includes(from)) throw new Error(`the guide's configuration of nginx lacks ${from}`)
    return config.replace(from, to)
  }, text)
}

function surround(directory: string, config: string): string {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `daemon off;
worker_processes 1;
pid ${directory}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
${paths.map((name) => `  ${name}_temp_path ${directory}/${name};`).join('\n')}
${config}
}
`
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/v1/health`).then(
    ({ ok }) => ok,
    () => false,
  )
}
