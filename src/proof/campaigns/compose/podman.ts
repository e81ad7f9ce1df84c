import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ImageStore } from '../../testing/container/build-image.ts'
import { openFilesMax } from '../../testing/container/run-container.ts'
import { runTool } from '../../testing/container/run-tool.ts'

/** Podman with a store and settings of its own, which buildah shares. */
export interface Podman extends ImageStore {
  /** The folder of compose.yaml. */
  folder: string
  compose: (...args: string[]) => Promise<string>
  /** Runs a command of the checkout in its container. */
  command: (...args: string[]) => Promise<string>
  logs: (service: string) => Promise<string>
  /** Resolves to the exit code. */
  stop: (service: string) => Promise<number>
  close: () => Promise<void>
}

const SUBNET = '172.30.57.0/24'
const STOP_SECONDS = '60'

export function openPodman(directory: string): Podman {
  const folder = join(directory, 'deploy/compose')
  const file = (name: string, ...lines: string[]) => {
    writeFileSync(join(directory, name), `${lines.join('\n')}\n`)
    return join(directory, name)
  }
  const files = openFilesMax()
  const variables = {
    CONTAINERS_CONF: file(
      'containers.conf',
      '[engine]',
      'runtime = "runc"',
      'events_logger = "none"',
      'cgroup_manager = "cgroupfs"',
      '[containers]',
      // This process's own limit: its containers may not have a higher one.
      `default_ulimits = ["nofile=${files}:${files}", "nproc=4096:4096"]`,
      'log_driver = "k8s-file"',
      '[network]',
      // Podman takes CNI when both backends or neither are installed, but CNI does not resolve the names of containers.
      'network_backend = "netavark"',
      `network_config_dir = "${directory}/networks"`,
    ),
    CONTAINERS_STORAGE_CONF: file(
      'storage.conf',
      '[storage]',
      'driver = "overlay"',
      `graphroot = "${directory}/root"`,
      `runroot = "${directory}/run"`,
    ),
  }
  const podman = (...args: string[]) => runTool('podman', args, variables)
  const compose = (...args: string[]) => runTool('podman-compose', args, variables, folder)
  const container = (service: string) => `compose_${service}_1`
  let hasNetworks = false

  return {
    directory,
    folder,
    buildah: async (...args) => (await runTool('buildah', args, variables)).trim(),
    async compose(...args) {
      // Debian's podman-compose makes networks without their subnets.
      if (!hasNetworks) {
        await podman('network', 'create', '--internal', 'compose_line')
        await podman('network', 'create', '--subnet', SUBNET, 'compose_front')
      }
      hasNetworks = true
      return compose(...args)
    },
    command(...args) {
      // In a container with two networks, this podman takes five seconds to look up a name.
      const flags = ['--env', 'DATABASE_TIMEOUT_MS=60000', container('checkout')]
      return podman('exec', ...flags, '/usr/bin/node', '/app/bundle/checkout.js', ...args)
    },
    logs: (service) =>
      podman('logs', '--tail', '200', container(service)).catch((error: unknown) => String(error)),
    async stop(service) {
      await podman('stop', '--time', STOP_SECONDS, container(service))
      return Number(await podman('inspect', '--format', '{{.State.ExitCode}}', container(service)))
    },
    async close() {
      if (hasNetworks) {
        await compose('down')
        await podman('volume', 'rm', '--all', '--force')
        await podman('network', 'rm', '--force', 'compose_line', 'compose_front')
      }
      await podman('system', 'reset', '--force')
    },
  }
}
