/** The same virtual list with nothing in it: what scrolling costs before the wall adds anything. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import { createRoot } from "react-dom/client";

const ROW_PX = 32;
const rows = Number(new URLSearchParams(location.search).get("rows") ?? "1000");

const List = () => {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
    useFlushSync: false,
  });
  return (
    <div ref={scroller} className="list" style={{ height: "100vh", overflow: "auto" }}>
      <div style={{ height: virtualizer.getTotalSize(), position: "relative" }}>
        {virtualizer.getVirtualItems().map((item) => (
          <div key={item.key} style={{ position: "absolute", top: 0, height: ROW_PX, transform: `translateY(${item.start}px)` }}>
            {item.index}
          </div>
        ))}
      </div>
    </div>
  );
};

const root = document.getElementById("root");
if (root !== null) createRoot(root).render(<List />);
