// One construct a kernel, to look at what the compiler makes of it. 1D, any size.

kernel void a_fence(global uint* x, global uint* y)
{
    x[get_global_id(0)] = 1;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    y[get_global_id(0)] = 1;
}

kernel void write_fence(global uint* x, global uint* y)
{
    x[get_global_id(0)] = 1;
    write_mem_fence(CLK_GLOBAL_MEM_FENCE);
    y[get_global_id(0)] = 1;
}

kernel void group_barrier(global uint* x, global uint* y)
{
    local uint last;
    if (get_local_id(0) == get_local_size(0) - 1) last = x[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[get_global_id(0)] = last;
}

kernel void add_discarded(global uint* x, volatile global uint* y)
{
    atomic_add(y, x[get_global_id(0)]);
}

kernel void add_used(global uint* x, volatile global uint* y)
{
    x[get_global_id(0)] = atomic_add(y, x[get_global_id(0)]);
}

#if __OPENCL_C_VERSION__ >= 300
kernel void device_fence(global uint* x, global uint* y)
{
    x[get_global_id(0)] = 1;
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
    y[get_global_id(0)] = 1;
}

kernel void store_release(global uint* x, volatile global atomic_uint* y)
{
    atomic_store_explicit(y, x[0], memory_order_release, memory_scope_device);
}

kernel void store_seq_cst(global uint* x, volatile global atomic_uint* y)
{
    atomic_store_explicit(y, x[0], memory_order_seq_cst, memory_scope_device);
}
#endif
