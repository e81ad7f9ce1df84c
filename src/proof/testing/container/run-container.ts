import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MountedImage } from './build-image.ts'

/** How a container differs from the configuration of its image. */
export interface ContainerOptions {
  args: readonly string[]
  variables: Readonly<Record<string, string>>
  /** Folders of this machine, by the path that they have in the container; read-only. */
  folders?: Readonly<Record<string, string>>
  memoryBytes?: number
}

const ofThisMachine = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, path]))

/** The number of files that this process may open: its containers may not have a higher limit. */
export function openFilesMax(): number {
  const [, text = ''] =
    /^Max open files +\d+ +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  return Number(text)
}

/**
 * Writes what runc needs to run an image as a careful operator does: its own user, no capability, no new privileges, a
 * read-only root, the network of this machine. Returns the arguments of runc.
 */
export function runcArguments(
  { root, config }: MountedImage,
  { args, variables, folders = {}, memoryBytes }: ContainerOptions,
  directory: string,
): string[] {
  const [uid = 0, gid = 0] = config.User.split(':').map(Number)
  const none: string[] = []
  const files = openFilesMax()
  const spec = {
    ociVersion: '1.0.2',
    process: {
      terminal: false,
      user: { uid, gid },
      args: [...config.Entrypoint, ...args],
      env: [...config.Env, ...Object.entries(variables).map(([name, value]) => `${name}=${value}`)],
      cwd: config.WorkingDir,
      capabilities: {
        bounding: none,
        effective: none,
        inheritable: none,
        permitted: none,
        ambient: none,
      },
      noNewPrivileges: true,
      rlimits: [{ type: 'RLIMIT_NOFILE', hard: files, soft: files }],
    },
    root: { path: root, readonly: true },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755'] },
      { destination: '/sys', type: 'bind', source: '/sys', options: ['rbind', 'ro'] },
      ...Object.keys(config.Volumes).map((destination) => ({
        destination,
        type: 'tmpfs',
        source: 'tmpfs',
        options: ['nosuid', 'nodev', 'noexec', `uid=${uid}`, `gid=${gid}`, 'mode=700'],
      })),
      // Every container runtime mounts these two files.
      ...Object.entries({ ...ofThisMachine('/etc/hosts', '/etc/resolv.conf'), ...folders }).map(
        ([destination, source]) => ({
          destination,
          type: 'bind',
          source,
          options: ['rbind', 'ro'],
        }),
      ),
    ],
    linux: {
      namespaces: ['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })),
      ...(memoryBytes !== undefined && {
        resources: { memory: { limit: memoryBytes, swap: memoryBytes } },
      }),
    },
  }
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'config.json'), JSON.stringify(spec))
  return ['--root', `${directory}-state`, 'run', '--bundle', directory]
}
