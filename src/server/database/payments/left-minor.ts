/** SQL of what is left of the captured money of a payment `p`, in minor units, as `leftMinorOf` says. */
export const LEFT_MINOR =
  '(p.captured_minor - p.refunded_minor - greatest(p.reversed_minor - p.reinstated_minor, 0))'
