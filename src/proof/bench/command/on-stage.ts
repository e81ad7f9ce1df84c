const INTERRUPTED = 130

/** Opens what a bench needs, measures, and closes everything in reverse order: also after an error and on Ctrl-C. */
export async function onStage<Stage, Result>(
  open: (opening: AsyncDisposableStack) => Promise<Stage>,
  measure: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  await using opened = new AsyncDisposableStack()
  const stop = () => void opened.disposeAsync().finally(() => process.exit(INTERRUPTED))
  process.once('SIGINT', stop)
  opened.defer(() => void process.off('SIGINT', stop))
  return await measure(await open(opened))
}
