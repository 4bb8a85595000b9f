import { expect, test } from 'vitest';
import { asAvailable, isSimulatedNumber, simulatedNumbers } from './simulated-carrier.ts';

test('an area has the hundred fictional numbers; 202 those that the simulated phone leaves', () => {
  const numbers = simulatedNumbers('415');
  expect([numbers.length, numbers[0], numbers[99]]).toEqual([100, '+14155550100', '+14155550199']);
  expect([simulatedNumbers('202').length, simulatedNumbers('202')[0]]).toEqual([50, '+12025550150']);
});

test('without an area there are some of several, each once, and all of them are sold', () => {
  const numbers = simulatedNumbers();
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(new Set(numbers.slice(0, 10).map((phone) => asAvailable(phone).area_code)).size).toBe(10);
  expect(numbers.filter((phone) => !isSimulatedNumber(phone))).toEqual([]);
});

test.each([
  ['+14155550200', 'is no fictional number'],
  ['+14155540123', 'is of another exchange'],
  ['+12025550101', 'is of the simulated phone'],
  ['+19115550100', 'is of no area'],
  ['+11155550100', 'is of no area'],
  ['+4930123456', 'is of another country'],
])('%s is not sold: it %s', (phone) => {
  expect(isSimulatedNumber(phone)).toBe(false);
});
