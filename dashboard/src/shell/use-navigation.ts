import { useRouter } from '@tanstack/react-router';
import { type NavigationItem, navigation } from './navigation.ts';

export function useNavigation(): readonly NavigationItem[] {
  const { routesByPath } = useRouter();
  return navigation.filter(({ to }) => to in routesByPath);
}
