# seam: where do messages begin and end, compared with the pieces that carried them?
#
# make demo      build and inspect a real capture (first run: installs missing headers on Debian)
# make test      everything that CI tests
# make browser   the report tried in a headless Chromium
# make readme    every command of the README, and what it prints
# make install   PREFIX=/usr/local

PREFIX ?= /usr/local
SWIFT ?= swift
RELEASE = -c release --static-swift-stdlib
SEAM = .build/release/seam

# What talks over sockets or watches a live capture needs answers in time: a thousand tests beside it keep all threads
# waiting for programs, so that no test of the others has a limit of time (it would run while the test waits for a thread).
# It gets a second chance, said aloud: servers of others start, and the network is quick, only as the machine lets them.
PEERS = SeamConnectionTests
TALKS = TortureServerTests|ReplayTests|ReplayTruthTests|ConnectTests|ConnectScreenTests|CutNetworkTests|PeerQueueTests
LIVE = LiveTests|LiveFileTests|LiveNamespaceTests|LiveScreenTests

twice = $(1) || { echo 'failed: once more'; $(1); }

.PHONY: all demo test counts wire browser readme lint pages fixtures bench fuzz install uninstall deps clean

all: deps
	$(SWIFT) build $(RELEASE) --product seam

demo: all
	@echo '$$ seam inspect -c line fixtures/twenty-messages-seven-reads.pcap'
	@$(SEAM) inspect -c line fixtures/twenty-messages-seven-reads.pcap

# The release binary first: the tests over ../shared drive it.
test: all
	@Scripts/install-deps.sh tmux || echo 'without tmux the tests of seam live --tui are left out'
	@Scripts/install-peers.sh
	@Scripts/install-deps.sh zsh fish || echo 'without zsh and fish their completions are not tried'
	$(SWIFT) test --skip '$(PEERS)|$(TALKS)|$(LIVE)'
	$(call twice,$(SWIFT) test --skip-build --filter '$(PEERS)')
	$(call twice,$(SWIFT) test --skip-build --no-parallel --filter '$(TALKS)|$(LIVE)')
	$(MAKE) counts wire readme browser

readme: all
	@Scripts/install-deps.sh jq tcpdump || echo 'without jq and tcpdump some commands of the README fail'
	python3 Tests/Readme/run.py $(SEAM)

# What the benchmark's capture holds, counted by all threads, and how often memory is asked for; times are no test.
counts: all
	$(SWIFT) build $(RELEASE) --product seam-bench
	.build/release/seam-bench --counts

# 100 000 messages in every way of cutting between processes of seam, and how fast that is beside an echo in C.
wire: all
	$(SWIFT) build $(RELEASE) --product seam-bench
	.build/release/seam-bench wire

browser: all
	@Scripts/install-browser.sh
	python3 Tests/Browser/run.py $(SEAM) .build/browser

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests

# What is made from the tables of the program; tests check that it is up to date.
pages: all
	$(SEAM) help --man > man/seam.1
	$(SEAM) codecs --articles Sources/SeamCodecs/SeamCodecs.docc/Codecs

fixtures: all
	$(SEAM) check --rechunk 8 fixtures

bench: all
	$(SWIFT) build $(RELEASE) --product seam-bench
	.build/release/seam-bench
	[ ! -d ../shared/perf ] || .build/release/seam-bench contest --shared .build/bench

fuzz: deps
	Scripts/fuzz.sh

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 755 $(SEAM) $(DESTDIR)$(PREFIX)/bin/seam
	install -m 644 man/seam.1 $(DESTDIR)$(PREFIX)/share/man/man1/seam.1
	install -d $(DESTDIR)$(PREFIX)/share/bash-completion/completions $(DESTDIR)$(PREFIX)/share/zsh/site-functions \
		$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	$(SEAM) completions bash -o $(DESTDIR)$(PREFIX)/share/bash-completion/completions/seam
	$(SEAM) completions zsh -o $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_seam
	$(SEAM) completions fish -o $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/seam.fish

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/seam $(DESTDIR)$(PREFIX)/share/man/man1/seam.1 \
		$(DESTDIR)$(PREFIX)/share/bash-completion/completions/seam \
		$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_seam \
		$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/seam.fish

deps:
	@Scripts/install-deps.sh

clean:
	rm -rf .build
