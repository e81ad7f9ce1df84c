import type { Plant } from '../simulation/plant.ts'
import { MONEY_PLANTS } from './money-plants.ts'
import { REPEAT_PLANTS } from './repeat-plants.ts'
import { TELLING_PLANTS } from './telling-plants.ts'

export const PLANTS: readonly Plant[] = [...MONEY_PLANTS, ...TELLING_PLANTS, ...REPEAT_PLANTS]
