import { chmodSync, cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { ImageStore } from '../../testing/container/build-image.ts'
import { runTool } from '../../testing/container/run-tool.ts'

const PACKAGES = 'ca-certificates,postgresql-15,nginx-light,prometheus'
const ENTRYPOINT = 'docker-entrypoint.sh'

/** Images of PostgreSQL, nginx and Prometheus from Debian's packages, by the names that compose.yaml has for them. */
export async function buildStandIns({ directory, buildah }: ImageStore): Promise<void> {
  const archive = join(directory, 'stand-in.tar')
  await runTool('mmdebstrap', ['--variant=minbase', `--include=${PACKAGES}`, 'bookworm', archive])
  const container = await buildah('from', 'scratch')
  const root = await buildah('mount', container)
  await runTool('tar', ['-xf', archive, '-C', root])
  const bin = join(root, 'usr/local/bin')
  cpSync(join(import.meta.dirname, 'postgres-entrypoint'), join(bin, ENTRYPOINT))
  chmodSync(join(bin, ENTRYPOINT), 0o755)
  symlinkSync('/usr/lib/postgresql/15/bin/pg_isready', join(bin, 'pg_isready'))
  await buildah('commit', '--quiet', container, 'stand-in')
  const named = async (name: string, ...config: string[]) => {
    const own = await buildah('from', 'stand-in')
    await buildah('config', ...config, own)
    await buildah('commit', '--quiet', own, name)
    await buildah('rm', own)
  }
  await named('docker.io/library/postgres:18', '--entrypoint', `["${ENTRYPOINT}"]`)
  await named('docker.io/library/nginx:1.29', '--cmd', "nginx -g 'daemon off;'")
  await named('docker.io/prom/prometheus:v3.7.3', '--entrypoint', '["/usr/bin/prometheus"]')
  await buildah('rm', container)
}
