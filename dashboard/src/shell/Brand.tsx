import { Link } from '@tanstack/react-router';
import icon from '../theme/icon.svg';
import classes from './Shell.module.css';

export function Brand() {
  return (
    <Link to="/" className={classes.brand}>
      <img src={icon} alt="" width={24} height={24} />
      Parley
    </Link>
  );
}
