import { createHash } from 'node:crypto'
import { z } from 'zod'

const Component = z.looseObject({
  'bom-ref': z.string().min(1),
  type: z.string(),
  name: z.string().min(1),
  version: z.string().min(1),
  purl: z.string().startsWith('pkg:npm/'),
  hashes: z
    .array(z.object({ alg: z.literal('SHA-512'), content: z.string().regex(/^[0-9a-f]{128}$/) }))
    .min(1),
  licenses: z.array(z.looseObject({})).min(1).optional(),
})

/** The parts of CycloneDX 1.5 that a reader of dependencies needs. */
export const Sbom = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.5'),
  serialNumber: z.string().regex(/^urn:uuid:[0-9a-f-]{36}$/),
  metadata: z.looseObject({
    timestamp: z.iso.datetime({ offset: true }),
    component: z.looseObject({ name: z.string(), version: z.string() }),
  }),
  components: z.array(Component),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()).optional() })),
})
export type Sbom = z.infer<typeof Sbom>

/** Licences that a package states in its file alone: npm reads package.json. */
const STATED_IN_FILE: Readonly<Record<string, string>> = { 'png-js@2.0.0': 'MIT' }

/** Makes npm's output reproducible: time and serial number are derived from the commit. */
export function steadySbom(text: string, commit: { id: string; at: string }, name: string): string {
  const { metadata, components, ...sbom } = Sbom.parse(JSON.parse(text))
  const hex = createHash('sha256').update(commit.id).digest('hex')
  const uuid = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ]
  const component = { ...metadata.component, name, type: 'application' }
  const steady = {
    ...sbom,
    serialNumber: `urn:uuid:${uuid.join('-')}`,
    metadata: { ...metadata, timestamp: commit.at, component },
    components: components.map((one) => {
      const id = STATED_IN_FILE[one['bom-ref']]
      return one.licenses !== undefined || id === undefined
        ? one
        : { ...one, licenses: [{ license: { id } }] }
    }),
  }
  return `${JSON.stringify(steady, null, 2)}\n`
}

/** The faults of the document: a wrong version, duplicates, dangling references, and licences or dependencies that it lacks. */
export function faultsOfSbom(
  sbom: Sbom,
  project: { version: string; dependencies: string[] },
): string[] {
  const refs = sbom.components.map((component) => component['bom-ref'])
  const known = new Set([...refs, String(sbom.metadata.component['bom-ref'])])
  const names = new Set(sbom.components.map(({ name }) => name))
  const referred = sbom.dependencies.flatMap(({ ref, dependsOn = [] }) => [ref, ...dependsOn])
  return [
    ...(sbom.metadata.component.version === project.version ? [] : ['it is of another version']),
    ...(new Set(refs).size === refs.length ? [] : ['a component stands there twice']),
    ...referred
      .filter((ref) => !known.has(ref))
      .map((ref) => `${ref} is referred to and not there`),
    ...sbom.components
      .filter(({ licenses }) => licenses === undefined)
      .map((component) => `${component['bom-ref']} states no licence`),
    ...project.dependencies.filter((name) => !names.has(name)).map((name) => `${name} is missing`),
  ]
}
