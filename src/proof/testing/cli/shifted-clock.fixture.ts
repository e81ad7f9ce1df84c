// Preloaded into a process: shifts its wall clock by CLOCK_SHIFT_MS, and from SIGUSR2 by another CLOCK_JUMP_MS. Timers
// are untouched, as on a machine whose clock is set.
let shiftMs = Number(process.env['CLOCK_SHIFT_MS'])
process.on('SIGUSR2', () => {
  shiftMs += Number(process.env['CLOCK_JUMP_MS'])
})

const RealDate = Date
const now = () => RealDate.now() + shiftMs
globalThis.Date = new Proxy(RealDate, {
  construct: (_, args: unknown[], target) =>
    Reflect.construct(RealDate, args.length > 0 ? args : [now()], target) as Date,
  get: (target, property) =>
    property === 'now' ? now : (Reflect.get(target, property) as unknown),
})
