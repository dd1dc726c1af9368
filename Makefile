# seam: where do messages begin and end, compared with the pieces that carried them?
#
# make demo      build and inspect a real capture (first run: installs missing headers on Debian)
# make test      everything that CI tests
# make install   PREFIX=/usr/local

PREFIX ?= /usr/local
SWIFT ?= swift
RELEASE = -c release --static-swift-stdlib
SEAM = .build/release/seam

.PHONY: all demo test lint fixtures bench fuzz install uninstall deps clean

all: deps
	$(SWIFT) build $(RELEASE) --product seam

demo: all
	@echo '$$ seam inspect -c line fixtures/twenty-messages-seven-reads.pcap'
	@$(SEAM) inspect -c line fixtures/twenty-messages-seven-reads.pcap

# The release binary first: the tests over ../shared drive it.
test: all
	@Scripts/install-deps.sh tmux || echo 'without tmux the tests of seam live --tui are left out'
	$(SWIFT) test

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests

fixtures: all
	$(SEAM) check --rechunk 8 fixtures

bench: deps
	$(SWIFT) build $(RELEASE) --product seam-bench
	.build/release/seam-bench

fuzz: deps
	Scripts/fuzz.sh

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 755 $(SEAM) $(DESTDIR)$(PREFIX)/bin/seam
	install -m 644 man/seam.1 $(DESTDIR)$(PREFIX)/share/man/man1/seam.1

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/seam $(DESTDIR)$(PREFIX)/share/man/man1/seam.1

deps:
	@Scripts/install-deps.sh

clean:
	rm -rf .build
