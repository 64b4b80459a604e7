# The book, its tools and PoCL in one image, for machines on which nothing else is to be installed:
#     docker build -t lockstep .
#     docker run --rm lockstep run 3
# The appendix "Installation" says how to read and how to solve exercises with it.
FROM debian:12

# The packages are a layer of their own, which a change of the book leaves as it is.
COPY lockstep /lockstep/
COPY tools/entry /lockstep/tools/entry
RUN /lockstep/lockstep start --install-only && apt-get clean && rm -rf /var/lib/apt/lists/* /lockstep/build

# What is built has a folder of its own, so that your checkout can be mounted over the image's. Anybody may write there, because a
# container that works on your files should run as you.
ENV LOCKSTEP_BUILD_DIR=/build HOME=/home CCACHE_DISABLE=1
COPY . /lockstep
RUN /lockstep/lockstep start --no-install && chmod -R a+rwX /build /home && ln -s /lockstep/lockstep /usr/local/bin

WORKDIR /lockstep
ENTRYPOINT ["lockstep"]
