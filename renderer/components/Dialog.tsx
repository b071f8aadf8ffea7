/** A dialog over the work only: header, alarms and tray stay in sight and within reach (design: nothing covers them). */
import { Modal } from "@mantine/core";
import { type ReactNode, useLayoutEffect } from "react";

type DialogProps = { title: string; big?: boolean; onClose: () => void; children: ReactNode };

const PARTS = { root: "dialog-root", overlay: "dialog-overlay", inner: "dialog-inner", title: "dialog-title", body: "dialog-body" };

/** Escape is the frame's: a library that closes by itself would leave the key to go on and leave the place too. */
export const Dialog = ({ title, big, onClose, children }: DialogProps) => {
  // In the layout phase a dialog that follows another finds the focus where the former one gave it back.
  useLayoutEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <Modal.Root
      opened
      onClose={onClose}
      withinPortal={false}
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      closeOnClickOutside={false}
      closeOnEscape={false}
      returnFocus={false}
      classNames={{ ...PARTS, content: big ? "dialog big" : "dialog" }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Title>{title}</Modal.Title>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
};

type FootProps = {
  /** The way out. */
  leave: string;
  onLeave: () => void;
  /** It has the focus: what the dialog does is not done by Enter alone. */
  safe?: boolean;
  /** What is waited for, or worth a word. */
  beside?: ReactNode;
  children?: ReactNode;
};

/** What a dialog ends with: the way out at the left, what it does at the right. */
export const DialogFoot = ({ leave, onLeave, safe, beside, children }: FootProps) => (
  <div className="dialog-do">
    <button type="button" data-autofocus={safe ? true : undefined} onClick={onLeave}>
      {leave}
    </button>
    {beside}
    <div className="spring" />
    {children}
  </div>
);
