// Lets calls of the system fail while a file of their name is in the folder FAULTS: for tests, by LD_PRELOAD.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int fails(const char *what, int error) {
    char path[4096];
    const char *folder = getenv("FAULTS");
    int before = errno;
    snprintf(path, sizeof path, "%s/%s", folder ? folder : "/nonexistent", what);
    int there = access(path, F_OK) == 0;
    errno = there ? error : before;
    return there;
}

static int is_file(int fd) {
    struct stat found;
    return fstat(fd, &found) == 0 && S_ISREG(found.st_mode);
}

int fsync(int fd) { return fails("flush", EIO) ? -1 : (int)syscall(SYS_fsync, fd); }

int fdatasync(int fd) { return fails("flush", EIO) ? -1 : (int)syscall(SYS_fdatasync, fd); }

ssize_t write(int fd, const void *from, size_t count) {
    if (is_file(fd) && fails("write", ENOSPC)) return -1;
    return syscall(SYS_write, fd, from, count);
}

ssize_t pwrite(int fd, const void *from, size_t count, off_t at) {
    if (is_file(fd) && fails("write", ENOSPC)) return -1;
    return syscall(SYS_pwrite64, fd, from, count, at);
}

ssize_t pwrite64(int fd, const void *from, size_t count, off_t at) { return pwrite(fd, from, count, at); }
