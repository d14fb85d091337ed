# What a hostile program would try, one thing per start: `perl probe.pl <mark> <what> <arguments>`. The mark tells its processes from
# others. Perl, because every Debian has it and it can make any system call.
$| = 1;
my ($mark, $what, @arguments) = @ARGV;

# Each of `number:argument:argument…` in a process of its own; prints how that ended: 0, an error number, or `signal <number>`.
sub make_calls {
    for (@_) {
        my @call = map { $_ + 0 } split /:/;
        my $child = fork;
        if (!$child) {
            $! = 0;
            exit(syscall($call[0], @call[1 .. 5]) == -1 ? $! + 0 : 0);
        }
        waitpid $child, 0;
        print $? & 127 ? "signal @{[$? & 127]}\n" : "@{[$? >> 8]}\n";
    }
}

# Starts processes until the system refuses, or there are that many; prints how many there were.
sub make_processes {
    my ($most) = @_;
    my $made = 0;
    while ($made < $most) {
        my $child = fork;
        last unless defined $child;
        if (!$child) { sleep 60; exit }
        $made++;
    }
    print "$made\n";
}

# Leaves processes behind, each in a session of its own.
sub leave_daemons {
    my ($setsid) = @_;
    for (1 .. 3) {
        next if fork;
        syscall($setsid + 0);
        sleep 60;
        exit;
    }
    print "left\n";
}

# Uses up memory; prints only if nobody objects.
sub use_memory {
    my ($megabytes) = @_;
    my @kept;
    push @kept, 'x' x (1024 * 1024) for 1 .. $megabytes;
    print "used\n";
}

# Writes megabyte after megabyte; prints how many there was room for.
sub fill_folder {
    my ($folder, $most) = @_;
    my $written = 0;
    open my $file, '>', "$folder/filled" or die "$folder: $!\n";
    while ($written < $most) {
        my $bytes = syswrite $file, 'x' x (1024 * 1024);
        last unless defined $bytes && $bytes == 1024 * 1024;
        $written++;
    }
    print "$written\n";
}

# All that it was given.
sub show_environment { print "$_\n" for 'shown', sort keys %ENV }

# Does nothing for long, and says so.
sub fall_asleep {
    open my $channel, '>&=', 3 or die "channel: $!\n";
    syswrite $channel, "asleep\n";
    sleep 60;
}

# What /proc would tell and allow, were it there: core_pattern is a program the kernel starts as root.
sub look_at_proc {
    for my $file ('/proc/sys/kernel/core_pattern', '/proc/sysrq-trigger') {
        print "writable $file\n" if open my $opened, '>>', $file;
    }
    for my $file ('/proc/1/environ', '/proc/1/cmdline', '/proc/self/status') {
        open my $opened, '<', $file or next;
        while (<$opened>) { tr/\0/ /; chomp; print "$file $_\n" }
    }
}

make_calls(@arguments)     if $what eq 'calls';
make_processes(@arguments) if $what eq 'processes';
leave_daemons(@arguments)  if $what eq 'daemons';
use_memory(@arguments)     if $what eq 'memory';
fill_folder(@arguments)    if $what eq 'fill';
look_at_proc()             if $what eq 'proc';
show_environment()         if $what eq 'environment';
fall_asleep()              if $what eq 'sleep';
if ($what eq 'loop') { 1 while 1 }
if ($what eq 'flood') { 1 while print 'x' x 65536 }
