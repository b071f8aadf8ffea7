/** Keeps a fault in one view from taking the header, the alarms and the tray with it. */
import { Component, type ReactNode } from "react";

type Props = { children: ReactNode; fallback: (error: Error, again: () => void) => ReactNode };

export class Boundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === null ? this.props.children : this.props.fallback(error, () => this.setState({ error: null }));
  }
}
