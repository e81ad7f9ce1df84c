// Loaded into a process before the product: its clock on the wall is wrong by CLOCK_SHIFT_MS, and from SIGUSR2 on by
// CLOCK_JUMP_MS more. Its timers are right, as those of a machine whose clock is set are.
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
