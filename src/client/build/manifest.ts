export interface Project {
  name: string
  version: string
  license: string
  dependencies: Record<string, string>
}

/** package.json of the published package. */
export function manifestOf({ name, version, license, dependencies }: Project): object {
  const { zod } = dependencies
  if (zod === undefined) throw new Error('the project has no zod')
  return {
    name,
    version,
    description:
      'The client of a self-hosted hosted checkout, with a Playwright kit and tools for its sandbox.',
    license,
    type: 'module',
    sideEffects: false,
    bin: { 'hosted-checkout': 'bin/hosted-checkout.cjs' },
    // For resolvers that do not read `exports`.
    main: './cjs/index.js',
    types: './cjs/types/client/index.d.ts',
    exports: {
      '.': entry('index', 'client/index'),
      './testing': entry('testing', 'client/testing/index'),
      './package.json': './package.json',
    },
    engines: { node: '>=20.12' },
    dependencies: { zod: `^${zod}` },
    peerDependencies: { playwright: '>=1.53.0' },
    peerDependenciesMeta: { playwright: { optional: true } },
  }
}

/** Conditional export for `import` and `require`, each with its own declarations. */
function entry(script: string, types: string): object {
  return {
    import: { types: `./types/${types}.d.ts`, default: `./esm/${script}.js` },
    require: { types: `./cjs/types/${types}.d.ts`, default: `./cjs/${script}.js` },
  }
}
