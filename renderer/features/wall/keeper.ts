/** Keeps the wall's order: at once when the user changes filter or sort, a few times a second as rooms change, and still while pointer or focus is on the list. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Console } from "../../state/console.ts";
import { createNameRanks, heldOrder, type Order, type OrderInputs, orderRooms, sameOrder } from "./order.ts";

/** How often the order follows the rooms by itself, ms. */
const FOLLOW_MS = 400;

export type KeptOrder = Order & {
  /** Another order would be right; it waits until nobody is at the list. */
  changed: boolean;
};
export type OrderKeeper = {
  store: StoreApi<KeptOrder>;
  /** A new filter, chip, sort or set of rooms: applied at once. */
  ask(inputs: OrderInputs): void;
  /** Whether somebody is at the list. */
  hold(held: boolean): void;
  resort(): void;
  start(): () => void;
};

type Needs = Pick<Console, "rooms" | "connection" | "priorities" | "now" | "clock">;

export const createOrderKeeper = (
  { rooms, connection, priorities, now, clock }: Needs,
  language: string,
  first: OrderInputs,
): OrderKeeper => {
  const ranksOf = createNameRanks(language);
  let inputs = first;
  let held = false;

  const fresh = (): Order => {
    const { items } = rooms.getState();
    return orderRooms(items, ranksOf(items), inputs, {
      now: now.getState().server,
      connection: connection.getState().value,
      priorities: priorities.getState().byRoom,
    });
  };
  const store = createStore<KeptOrder>(() => ({ ...fresh(), changed: false }));

  const show = ({ ids, chips }: Order, changed: boolean): void => {
    const before = store.getState();
    const sameChips = JSON.stringify(before.chips) === JSON.stringify(chips);
    if (changed === before.changed && sameChips && sameOrder(before.ids, ids)) return;
    store.setState({ ids: sameOrder(before.ids, ids) ? before.ids : ids, chips, changed });
  };
  const resort = (): void => show(fresh(), false);
  const update = (): void => {
    const order = fresh();
    if (!held) return show(order, false);
    const { items } = rooms.getState();
    const ids = heldOrder(
      store.getState().ids,
      order.ids,
      (id) => items.get(id)?.visibility === inputs.include && inputs.rooms?.has(id) !== false,
    );
    show({ ...order, ids }, !sameOrder(ids, order.ids));
  };

  return {
    store,
    ask: (next) => {
      inputs = next;
      resort();
    },
    hold: (next) => {
      held = next;
    },
    resort,
    start: () => {
      // The first rooms show at once; later changes are gathered.
      let dirty = false;
      const mark = (): void => {
        if (store.getState().ids.length === 0) update();
        else dirty = true;
      };
      const stops = [
        rooms.subscribe(mark),
        priorities.subscribe(mark),
        clock.every(FOLLOW_MS, () => {
          // Ages change by themselves.
          if (!dirty && inputs.sort.column !== "age") return;
          dirty = false;
          update();
        }),
      ];
      resort();
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
};
