# Stops gdb at work-item 63 of the kernel step_cells, behind its barrier. The device must be PoCL's, and the kernel built
# with -g -cl-opt-disable, so that its variables are kept.
set pagination off
set confirm off
set print thread-events off
set print inferior-events off
set breakpoint pending on
set args cells "-g -cl-opt-disable"
# PoCL keeps the kernel's source, for gdb to show, in this folder, and runs all work-groups in one thread.
set env POCL_LEAVE_KERNEL_COMPILER_TEMP_FILES 1
set env POCL_CACHE_DIR build/gdb
set env POCL_MAX_PTHREAD_COUNT 1
tbreak step_cells
run
set trace-commands on
list 14,21
break 20
ignore 2 63
continue
print i[0][0][63]
print left[0][0][63]
print right[0][0][63]
print/d in[0][0][0][64]
ptype right
print own
