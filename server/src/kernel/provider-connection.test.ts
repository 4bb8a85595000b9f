import { expect, test } from 'vitest';
import { type NamedProvider, providerNamed, reachable } from './provider-connection.ts';

const own: NamedProvider = { vendor: 'deepgram', name: 'Main', abilities: ['transcriber', 'voice'] };
const operators: NamedProvider = { vendor: 'deepgram', name: 'deepgram', abilities: ['transcriber', 'voice'] };
const server: NamedProvider = { vendor: 'openai-compatible', name: 'openai', abilities: ['model'] };
const openai: NamedProvider = { vendor: 'openai', name: 'openai', abilities: ['transcriber', 'model', 'voice'] };

test('a choice means the provider of its name, and else of its vendor, that can do it', () => {
  const providers = [own, operators, server, openai];
  expect(providerNamed(providers, 'main', 'voice')).toBe(own);
  expect(providerNamed(providers, 'deepgram', 'voice')).toBe(operators);
  expect(providerNamed([own], 'deepgram', 'voice')).toBe(own);
  expect(providerNamed(providers, 'openai', 'model')).toBe(server);
  expect(providerNamed(providers, 'openai', 'voice')).toBe(openai);
  expect(providerNamed(providers, 'Main', 'model')).toBeUndefined();
});

test('a provider behind another of the same name is unreachable, unless it can do more', () => {
  const named = { ...own, name: 'Deepgram' };
  expect(reachable([named, operators])).toEqual([named]);
  expect(reachable([own, operators])).toEqual([own, operators]);
  expect(reachable([server, openai])).toEqual([server, openai]);
  expect(reachable([openai, server])).toEqual([openai]);
});
