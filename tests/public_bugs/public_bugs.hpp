// The bugs of docs/public_bugs.md, and what refutes each.
#pragma once

#include "../program_pair.hpp"

namespace stretto {

inline constexpr ProgramPair public_bugs[] = {
    {"01_barrier_before_reads_drain", "anti", "kernel[2] ds_write tile", "kernel[5] ds_read fragment"},
    {"02_leader_reads_before_trailer_waits", "flow", "ds_read K and V of leader", "of trailer has written"},
    {"03_epilogue_read_moved_up", "flow", "epilogue[1] ds_read A", "kernel[0] buffer_load A"},
    {"04_refill_before_reads_land", "anti", "kernel[4] buffer_load A", "kernel[2] ds_read A"},
    {"05_next_tile_over_reads", "anti", "kernel[0] buffer_load tile", "kernel[3] ds_read tile"},
    {"06_barrier_waits_for_other_counter", "anti", "kernel[0] buffer_load tile", "kernel[3] ds_read half 0"},
    {"07_three_buffers_no_barrier", "anti", "kernel[0] buffer_load tile", "kernel[3] ds_read tile"},
    {"08_steady_counts_in_the_tail", "flow", "epilogue[2] ds_read tile", "prologue[1] buffer_load tile"},
    {"09_count_of_another_path", "flow", "epilogue[6] mfma with fragment 0", "epilogue[2] ds_read 0"},
    {"10_tree_reduction", "anti", "write the partial sum", "add the partial sums"},
    {"11_partial_vmcnt", "flow", "kernel[5] ds_read B", "kernel[1] buffer_load B"},
    {"12_groups_are_not_tiles", "flow", "kernel[4] mma C", "cp_async B"},
    {"13_four_stages_three_buffers", "anti", "kernel[2] cp_async tile", "kernel[3] mma C"},
    {"14_wait_in_a_later_cluster", "anti", "kernel[4] cp_async tile", "kernel[3] wgmma C"},
    {"15_parity_of_the_ring", "progress", "await mask full of consumer", "waits forever"},
    {"16_phase_restarts_with_the_tile", "content", "wgmma C of consumer reads K tile 0", "K tile 1 is due"},
    {"17_no_loop_back_barrier", "anti", "write A of warpgroup 0", "wgmma C of warpgroup 1"},
    {"18_read_before_its_wait", "flow", "consume scale", "kernel[1] cp_async tile"},
    {"19_no_proxy_fence", "fence", "wgmma C", "consume st.shared A"},
    {"20_tail_never_toggles", "progress", "epilogue[0] await bias full of consumer", "waits forever"},
    {"21_one_rendezvous_for_three_slots", "progress", "arrive rendezvous of follower", "leader has passed"},
    {"22_arrive_laps_sync", "progress", "arrive ready of softmax", "barrier ready of multiply"},
    {"23_empty_tile_arrives_without_waiting", "progress", "arrive empty[0] of consumer with an empty tile",
     "arrive empty[0] of consumer, "},
    {"24_mailbox_without_acknowledgement", "anti", "write the next tile of scheduler", "take the tile of"},
    {"25_store_ring_restarts", "anti", "kernel[2] consume st.shared", "kernel[5] tma_store D"},
    {"26_copies_not_drained", "output", "epilogue[0] consume C to shared memory", "kernel[0] cp_async tile"},
    {"27_bulk_load_over_generic_reads", "fence", "tma_load scales of producer", "ld.shared scales of consumer"},
    {"28_fence_behind_the_barrier", "fence", "tma_store D of storing warp", "st.shared of other warps"},
    {"29_roles_disagree_on_trips", "progress", "await full[0] of consumer", "waits forever"},
    {"30_epilogue_without_barrier", "flow", "shared to global memory", "O to shared memory"},
    {"31_tensor_map_rewritten", "anti", "rewrite the tensor map", "epilogue[4] tma_store D"},
    {"32_no_fence_after_init", "uninitialised", "tma_load Q of producer", "setup[0] init Q full"},
    {"33_prefetches_in_the_epilogue", "flow", "epilogue[1] ds_read A", "kernel[0] buffer_load A"},
    {"34_zero_trips", "flow", "epilogue[0] ds_read A", "prologue[0] buffer_load A"},
    {"35_wait_behind_the_barrier", "flow", "kernel[3] ds_read tile", "kernel[0] buffer_load tile"},
};

}  // namespace stretto
